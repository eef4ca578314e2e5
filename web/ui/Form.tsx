import type { ComponentProps } from 'react'

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  onSubmit: () => unknown
}

/** A form that calls a function instead of loading another page. */
export function Form({ onSubmit, ...props }: FormProps) {
  return (
    <form
      {...props}
      onSubmit={(event) => {
        event.preventDefault()
        // React passes the event of a dialog on to the form around it, which would submit as well.
        event.stopPropagation()
        void onSubmit()
      }}
    />
  )
}
