import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('only the list of migrations imports a migration', () => {
  const importing = globSync('{bench,build,config,scripts,server,tests}/**/*.ts').filter((path) =>
    /\bfrom '[^']*\/\d{4}-[\w-]+\.ts'/.test(readFileSync(path, 'utf8')),
  )
  expect(importing).toEqual(['server/db/migrations/index.ts'])
})

test.each(globSync('server/db/migrations/[0-9]*.ts'))('%s exports its migration and declares no type', (path) => {
  const declared = readFileSync(path, 'utf8').match(/^(?:export\b|(?:declare )?(?:interface|type) ).*/gm)
  expect(declared, 'types of tables belong into server/db/tables').toEqual([
    expect.stringMatching(/^export const \w+Migration: Migration = \{$/),
  ])
})
