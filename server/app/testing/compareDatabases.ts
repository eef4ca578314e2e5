import pg from 'pg'

/** The content of every table: its number of rows and a hash over all their values. */
export async function contentOf(connection: pg.ClientConfig): Promise<Record<string, string>> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query("set timezone = 'UTC'; set extra_float_digits = 3")
    const { rows: tables } = await client.query<{ name: string }>(`
      select relname as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace
      order by relname`)
    const content: Record<string, string> = {}
    for (const { name } of tables) {
      const { rows } = await client.query(`
        select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as content
        from "${name}" t`)
      content[name] = rows[0].content
    }
    return content
  } finally {
    await client.end()
  }
}
