import { readFileSync } from 'node:fs'
import path from 'node:path'

/** The specification's statements about one field; unspecified ones are absent. */
export interface FieldFact {
  type?: 'string' | 'integer' | 'decimal' | 'boolean01' | 'array'
  required?: boolean
  minLength?: number
  maxLength?: number
  /** Whole digits: 3 admits 0 to 999. */
  digits?: number
  above?: number
  below?: number
  format?: string
  of?: string[]
  default?: string
}

export interface RecordFact {
  kind: string
  path: string | null
  list_key: string | null
  single_key: string | null
  id_field: string | null
  filters?: string[]
  fields: Record<string, FieldFact>
}

interface Facts {
  records: RecordFact[]
  calls: string[]
  /** Messages of broken rules, by our name of the rule. */
  messages: Record<string, string>
}

/** The specification's facts: kinds of record with their fields, and calls as `METHOD /path/{parameter}`. */
export function readFacts(): Facts {
  const file = path.join(import.meta.dirname, 'facts.json')
  const { records, calls, messages } = JSON.parse(readFileSync(file, 'utf8'))
  return {
    records: records.map((record: { fields: Record<string, string> }) => ({
      ...record,
      fields: Object.fromEntries(
        Object.entries(record.fields).map(([name, text]) => [name, fieldFact(text)]),
      ),
    })),
    calls,
    messages,
  }
}

const NUMBERS: Record<string, 'minLength' | 'maxLength' | 'digits' | 'above' | 'below'> = {
  min_length: 'minLength',
  max_length: 'maxLength',
  digits: 'digits',
  above: 'above',
  below: 'below',
}

/** Parses `string required max_length=10 of=electronic|mail`. */
function fieldFact(text: string): FieldFact {
  const fact: FieldFact = {}
  for (const word of text.split(' ').filter(Boolean)) {
    const [name = '', value = ''] = word.split('=')
    const number = NUMBERS[name]
    if (number) fact[number] = Number(value)
    else if (name === 'required') fact.required = true
    else if (name === 'optional') fact.required = false
    else if (name === 'of') fact.of = value.split('|')
    else if (name === 'default' || name === 'format') fact[name] = value
    else if (['string', 'integer', 'decimal', 'boolean01', 'array'].includes(name))
      fact.type = name as FieldFact['type']
  }
  return fact
}
