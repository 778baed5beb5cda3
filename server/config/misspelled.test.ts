import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listMisspelled, settingNames } from './misspelled.ts'

test.each([
  ['PUBLIC_ULR', 'PUBLIC_URL'],
  ['METRIC_PORT', 'METRICS_PORT'],
  ['DATABASE_PASSWORT_FILE', 'DATABASE_PASSWORD_FILE'],
  ['RATE_LIMIT_READ', 'RATE_LIMIT_READS'],
])('%s is reported as a misspelling of %s', (name, meant) => {
  expect(listMisspelled({ [name]: '1', PUBLIC_URL: 'https://flipside.example' })).toEqual([
    `The setting ${name} is unknown: ${meant} may be meant.`,
  ])
})

test('known settings and the variables of other programs are not reported', () => {
  const others = [
    'PATH',
    'HOME',
    'HOSTNAME',
    'USER',
    'LANG',
    'TERM',
    'SHELL',
    'PWD',
    'TZ',
    'NODE_OPTIONS',
    'POST',
    'LOGNAME',
  ]
  const known = [...settingNames, ...[...settingNames].map((name) => `${name}_FILE`)]
  expect(listMisspelled(Object.fromEntries([...others, ...known].map((name) => [name, '1'])))).toEqual([])
})

test('the list of settings has those that server/config reads, and no other', () => {
  const files = readdirSync('server/config').filter((file) => file.endsWith('.ts') && !/misspelled|test/.test(file))
  const text = files.map((file) => readFileSync(`server/config/${file}`, 'utf8')).join('\n')
  const read = [...text.matchAll(/\(env, '([A-Z_]+)'|\['([A-Z_]+)', '/g)].map(([, name, limit]) => name ?? limit)
  expect(new Set(read)).toEqual(settingNames)
})
