import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { migrations } from '#server/db/migrations/index.ts'

const files = globSync('server/db/migrations/[0-9]*').toSorted()

test('every file of a migration is listed once, by its number', () => {
  expect(migrations.map(({ number }) => number)).toEqual(
    files.map((path) => Number(/(\d{4})-[\w-]+\.(?:sql|ts)$/.exec(path)?.[1])),
  )
  expect(new Set(migrations.map(({ number }) => number)).size).toBe(migrations.length)
})

test('only the list of migrations imports a migration', () => {
  const importing = globSync('{bench,build,config,scripts,server,tests}/**/*.ts').filter((path) =>
    /\bfrom '[^']*\/\d{4}-[\w-]+\.ts'/.test(readFileSync(path, 'utf8')),
  )
  expect(importing).toEqual(['server/db/migrations/index.ts'])
})

test.each(files.filter((path) => path.endsWith('.ts')))('%s exports its migration and declares no type', (path) => {
  const declared = readFileSync(path, 'utf8').match(/^(?:export\b|(?:declare )?(?:interface|type) ).*/gm)
  expect(declared, 'types of tables belong into server/db/tables').toEqual([
    expect.stringMatching(/^export const \w+Migration: Migration = \{$/),
  ])
})
