import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mutants } from './mutants.ts'

test.each(mutants.flatMap(({ name, changes }) => changes.map((change) => ({ name, ...change }))))(
  'what the planted bug "$name" changes stands in $file',
  ({ file, from }) => {
    expect(readFileSync(file, 'utf8').includes(from)).toBe(true)
  },
)
