import { ALL_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'
import { ownerFields } from './contactFields.ts'

export const notes = defineResource({
  name: 'notes',
  single: 'note',
  id: 'note_id',
  module: 'people',
  loginTypes: ALL_LOGIN_TYPES,
  scope: 'object',
  besides: ['module', 'module_id', 'date_created', 'editable', 'photo_thumb'],
  fields: {
    ...ownerFields,
    note: { kind: 'long_text', required: true, max: 65_535 },
    created_by: { kind: 'text', max: 120, computed: true, writtenBy: 'created_by_id' },
    created_by_id: { kind: 'integer', max: Number.MAX_SAFE_INTEGER, computed: true },
  },
  title: 'note',
  matchBy: [],
  list: ['note', 'created_by', 'object_ref'],
  search: ['note'],
  filters: { object_ref: null, object_id: null },
  sort: '-note_id',
  bulk: [],
})
