import { useMutation, useQueryClient } from '@tanstack/react-query'

/**
 * A call that changes something. Queries below `keys` are refetched afterwards, also after a refusal: another user may have been
 * first.
 */
export function useCommand<Input = void, Answer = unknown>(
  keys: readonly string[],
  command: (input: Input) => Promise<Answer>,
  onDone?: (answer: Answer) => void,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: command,
    ...(onDone && { onSuccess: onDone }),
    onSettled: () => Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [key] }))),
  })
}
