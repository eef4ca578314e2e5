import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const staff = (method: string, path: string, body?: object) =>
  server.as('administrator').call(method, path, body)
const names = async (query: string): Promise<string[]> =>
  (await staff('GET', `/options?${query}`)).body.options.map(({ option }: { option: string }) => option)
/** A list of sizes with a custom order. */
const sizes = async (category: string) => {
  const { body } = await staff('POST', '/options_categories', { category })
  const { category_id, slug } = body.options_category
  for (const [option, value, sort_order] of [
    ['Medium', '2', 1],
    ['Small', '1', 0],
    ['Large', '3', 2],
  ]) {
    await staff('POST', '/options', { category_id, option, value, sort_order })
  }
  return { category_id, slug }
}

describe('the options of a list', () => {
  test('are found by the slug of the list, in their order or by value or name', async () => {
    const { slug } = await sizes('Sizes of things')
    expect(slug).toBe('sizes_of_things')
    expect(await names(`slug=${slug}`)).toEqual(['Small', 'Medium', 'Large'])
    expect(await names(`slug=${slug}&sort_by=0`)).toEqual(['Small', 'Medium', 'Large'])
    expect(await names(`slug=${slug}&sort_by=1`)).toEqual(['Small', 'Medium', 'Large'])
    expect(await names(`slug=${slug}&sort_by=2`)).toEqual(['Large', 'Medium', 'Small'])
    expect((await staff('GET', `/options?slug=${slug}&sort_by=3`)).status).toBe(422)
    expect(await names('slug=there_is_none')).toEqual([])
  })

  test('have the order of their list by default', async () => {
    const { slug, category_id } = await sizes('Sizes by name')
    await staff('PATCH', `/options_categories/${category_id}`, { sort_by: 2 })
    expect(await names(`slug=${slug}`)).toEqual(['Large', 'Medium', 'Small'])
    const { body } = await staff('GET', `/options_categories/${category_id}`)
    expect(body.options_category.options.map(({ option }: { option: string }) => option)).toEqual([
      'Large',
      'Medium',
      'Small',
    ])
  })

  test('are shown only on request once they are removed', async () => {
    const { slug, category_id } = await sizes('Sizes to lose')
    const { body } = await staff('GET', `/options?slug=${slug}`)
    await staff('DELETE', `/options/${body.options[0].option_id}`)
    expect(await names(`slug=${slug}`)).toEqual(['Medium', 'Large'])
    expect(await names(`slug=${slug}&with_trashed=1`)).toEqual(['Small', 'Medium', 'Large'])
    expect(await names(`category_id=${category_id}&status=0`)).toEqual(['Small'])
  })

  test('are open to every signed-in user, and changed by users who may', async () => {
    const { slug, category_id } = await sizes('Sizes for all')
    const { status, body } = await server.as('customer_readonly').call('GET', `/options?slug=${slug}`)
    expect([status, body.options.length]).toEqual([200, 3])
    const change = await server.as('customer').call('POST', '/options', { category_id, option: 'Huge' })
    expect(change.status).toBe(405)
    expect((await server.as(null).call('GET', `/options?slug=${slug}`)).status).toBe(403)
    expect((await server.as('customer').call('GET', '/options_categories')).status).toBe(405)
  })

  test('have slugs that are unique within the list, ignoring case', async () => {
    const { category_id } = await sizes('Sizes with slugs')
    const twice = await staff('POST', '/options', { category_id, option: 'Other', slug: 'SMALL' })
    expect(twice).toMatchObject({ status: 422, body: { errors: [{ field: 'slug', message: 'Not Unique' }] } })
    const same = await staff('POST', '/options', { category_id, option: 'Small' })
    expect(same.body.option.slug).toBe('small_2')
    const elsewhere = await sizes('Sizes elsewhere')
    expect(elsewhere.category_id).not.toBe(category_id)
  })

  test('are reordered all at once', async () => {
    const { slug } = await sizes('Sizes to order')
    const { body } = await staff('GET', `/options?slug=${slug}`)
    const items = body.options
      .toReversed()
      .map((option: { option_id: number; slug: string }, sort_order: number) => ({
        id: option.option_id,
        sort_order,
        machine_name: option.slug,
      }))
    const { status, raw } = await staff('PATCH', '/options/reorder', { items })
    expect(status, raw).toBe(200)
    expect(await names(`slug=${slug}`)).toEqual(['Large', 'Medium', 'Small'])
  })
})

describe('the lists of the product', () => {
  test('keep their slugs and cannot be removed; their options may change', async () => {
    const { body } = await staff('GET', '/options_categories?search=term_lengths&page_size=0')
    const [list] = body.options_categories
    expect(list.system_list).toBe(1)
    const path = `/options_categories/${list.category_id}`
    const renamed = await staff('PATCH', path, { slug: 'other' })
    expect(renamed).toMatchObject({ status: 422, body: { errors: [{ field: 'slug', rule: 'system_list' }] } })
    expect((await staff('PATCH', path, { status: 0 })).status).toBe(422)
    expect((await staff('DELETE', path)).status).toBe(409)
    expect((await staff('PATCH', path, { category: 'Terms' })).body.options_category.category).toBe('Terms')
    const [option] = (await staff('GET', '/options?slug=term_lengths')).body.options
    expect((await staff('PATCH', `/options/${option.option_id}`, { slug: 'x' })).status).toBe(422)
    expect((await staff('PATCH', `/options/${option.option_id}`, { option: 'Each month' })).status).toBe(200)
  })

  test('cannot be created by users', async () => {
    const refused = await staff('POST', '/options_categories', { category: 'Mine', system_list: 1 })
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'system_list', rule: 'not_settable' }] },
    })
    const { body } = await staff('POST', '/options_categories', { category: 'Mine' })
    expect(body.options_category.system_list).toBe(0)
  })
})

describe('a field with the options of a list', () => {
  test('accepts options of the list, and refuses others', async () => {
    const post = (object_ref: string) => staff('POST', '/questions', { question: 'Is it full?', object_ref })
    expect((await post('device')).body.question.object_ref).toBe('device')
    expect(await post('no_such_thing')).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'object_ref', rule: 'choice' }] },
    })
    const { body } = await staff('POST', '/questions', { question: 'Which part?' })
    expect(body.question).toMatchObject({ object_ref: 'parts_process', field_type: 'text' })
  })

  test('keeps an option that was removed from the list since', async () => {
    const { body } = await staff('POST', '/questions', { question: 'Kept?', object_ref: 'shipment' })
    const found = await staff('GET', '/options?slug=object_names&search=shipment')
    await staff('DELETE', `/options/${found.body.options[0].option_id}`)
    const path = `/questions/${body.question.question_id}`
    expect((await staff('PATCH', path, { object_ref: 'shipment', question: 'Kept!' })).status).toBe(200)
    const fresh = await staff('POST', '/questions', { question: 'New?', object_ref: 'shipment' })
    expect(fresh.status).toBe(422)
  })
})
