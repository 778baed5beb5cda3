import { existsSync, readFileSync } from 'node:fs'
import * as v from 'valibot'
import { expect, test } from 'vitest'

const Lock = v.object({
  packages: v.record(v.string(), v.object({ dev: v.optional(v.boolean()), license: v.optional(v.string(), '') })),
})
const { packages } = v.parse(Lock, JSON.parse(readFileSync('package-lock.json', 'utf8')))
const notices = readFileSync('THIRD-PARTY-NOTICES.md', 'utf8')

/** Licences that only require their own text, which each package has. */
const PERMISSIVE = /^(?:MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|\(MIT OR CC0-1\.0\))$/
/** Built for systems that no image is for; the same notice applies to them. */
const OTHER_BUILD = /^@img\/sharp-(?:wasm32|win32)/

test('the notices name every package that is distributed under another than a permissive licence', () => {
  const names = Object.entries(packages)
    .filter(([path, { dev, license }]) => path !== '' && dev !== true && !PERMISSIVE.test(license))
    .map(([path]) => path.replace(/^.*node_modules\//, ''))
    .filter((name) => !OTHER_BUILD.test(name))
  expect(names.length).toBeGreaterThan(1)
  const missing = names.filter((name) => !notices.includes(`\`${name.replace(/^(@img\/sharp-libvips-).*$/, '$1*')}\``))
  expect(missing).toEqual([])
})

test('the texts that the notices refer to exist, and the image contains them', () => {
  const texts = [...notices.matchAll(/\]\((licenses\/[^)]+)\)/g)].map(([, path = '']) => path)
  expect(texts.length).toBeGreaterThan(2)
  expect(texts.filter((path) => !existsSync(path))).toEqual([])
  const [dockerfile, context] = [readFileSync('Dockerfile', 'utf8'), readFileSync('.dockerignore', 'utf8')]
  expect(dockerfile).toMatch(/^COPY .*THIRD-PARTY-NOTICES\.md.* \.\/$/m)
  expect(dockerfile).toContain('COPY licenses licenses\n')
  for (const path of ['THIRD-PARTY-NOTICES.md', 'licenses']) expect(context).toContain(`!${path}\n`)
})
