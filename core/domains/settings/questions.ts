import { STAFF } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'

/** A question at a step of work, with its type of answer. */
export const questions = defineResource({
  name: 'questions',
  single: 'question',
  id: 'question_id',
  module: 'configuration',
  loginTypes: STAFF,
  scope: 'shared',
  staysSmall: true,
  fields: {
    question: { kind: 'text', required: true, max: 65 },
    field_type: {
      kind: 'choice',
      required: true,
      default: 'text',
      of: ['text', 'number', 'date', 'select', 'checkbox', 'photo'],
    },
    object_ref: { kind: 'option', list: 'object_names', max: 36, default: 'parts_process' },
    object_id: { kind: 'integer', min: 1 },
  },
  title: 'question',
  matchBy: [['question']],
  list: ['question', 'field_type', 'object_ref', 'object_id'],
  search: ['question', 'object_ref'],
  filters: { field_type: null, object_ref: null },
})
