import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { domainOf, type GroupRole, identity_providers, roleOfGroups } from './identity_providers.ts'

const issuesOf = (record: object) =>
  identity_providers.check(record as never).map(({ field, rule }) => [field, rule])

describe('an identity provider', () => {
  test.each([
    [{ domains: ['example.com', 'mail.example.co.uk', 'xn--bcher-kva.example'] }, []],
    [{ domains: [] }, [['domains', 'required']]],
    [{ domains: ['ana@example.com'] }, [['domains', 'mail_domain']]],
    [{ domains: ['example'] }, [['domains', 'mail_domain']]],
    [{ creates_accounts: 1, group_roles: null }, [['group_roles', 'required']]],
    [{ group_roles: [{ group: 'Yard', login_type_id: 'customer' }] }, []],
    [{ group_roles: [{ group: ' ', login_type_id: 'customer' }] }, [['group_roles', 'group_role']]],
    [{ group_roles: [{ group: 'Yard', login_type_id: 'king' }] }, [['group_roles', 'group_role']]],
    [
      { group_roles: [{ group: 'Yard', login_type_id: 'customer', more: 1 }] },
      [['group_roles', 'group_role']],
    ],
  ])('with %j has the issues %j', (record, issues) => {
    expect(issuesOf(record)).toEqual(issues)
  })

  test.each([
    ['Ana@Example.COM ', 'example.com'],
    ['"a@b"@example.com', 'example.com'],
    ['nobody', ''],
    ['ana@', ''],
  ])('the domain of %j is %j', (email, domain) => {
    expect(domainOf(email)).toBe(domain)
  })

  test('gives a new user the role of the first group that they belong to, or none', () => {
    const group: fc.Arbitrary<string> = fc.constantFrom('a', 'b', 'c', 'd')
    const role = fc.record<GroupRole>({ group, login_type_id: fc.constantFrom('customer', 'driver') })
    fc.assert(
      fc.property(fc.array(role), fc.array(group), (roles, groups) => {
        const role = roleOfGroups(roles, groups)
        const at = roles.findIndex((item) => groups.includes(item.group))
        expect(role).toBe(at < 0 ? undefined : roles[at]!.login_type_id)
      }),
    )
  })
})
