import { STAFF } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'

/** History of records: who did what, for whom, when, and the changed fields. Written by the server only, never changed. */
export const audit_entries = defineResource({
  name: 'audit_entries',
  single: 'audit_entry',
  id: 'audit_id',
  module: 'permissions',
  loginTypes: STAFF,
  scope: 'company',
  devicesBy: 'record',
  fields: {
    at: { kind: 'instant', required: true, computed: true },
    user_id: { kind: 'reference', to: 'users', computed: true },
    on_behalf_of: { kind: 'reference', to: 'users', computed: true },
    company_id: { kind: 'reference', to: 'companies', computed: true },
    api_key_id: { kind: 'reference', to: 'api_keys', computed: true },
    action: { kind: 'text', required: true, max: 2000, computed: true },
    resource: { kind: 'text', required: true, max: 2000, computed: true },
    // Not a reference: the entry itself names the kind.
    record_id: { kind: 'integer', max: Number.MAX_SAFE_INTEGER, computed: true },
    title: { kind: 'text', max: 2000, computed: true },
    changes: { kind: 'rows', of: 'change', required: true, computed: true },
  },
  title: 'title',
  list: ['at', 'user_id', 'on_behalf_of', 'action', 'resource', 'title', 'changes'],
  sortable: ['at'],
  search: ['title', 'changes'],
  filters: {
    user_id: null,
    resource: null,
    record_id: null,
    action: null,
    company_id: null,
    api_key_id: null,
    from: null,
    to: null,
    before: null,
  },
  sort: '-at',
  pageSize: 25,
  calls: ['list', 'read'],
})
