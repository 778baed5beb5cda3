import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { releaseChanges } from '../../scripts/release-notes.ts'

const Version = v.object({ version: v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+$/)) })
const versionOf = (file: string) => v.parse(Version, JSON.parse(readFileSync(file, 'utf8'))).version
const changelog = readFileSync('CHANGELOG.md', 'utf8')

test('package.json, the lock file and the newest release of the changelog have one version', () => {
  const released = [...changelog.matchAll(/^## (\d\S*) \(\d{4}-\d\d-\d\d\)$/gm)].map(([, version]) => version)
  expect([versionOf('package-lock.json'), released[0]]).toEqual(Array(2).fill(versionOf('package.json')))
})

test('a release moves the unreleased changes below its version', () => {
  const before = '# Changelog\n\n## Unreleased\n\n- One.\n\n## 0.1.0 (2026-11-23)\n'
  const after = releaseChanges(before, '0.2.0', '2026-12-01')
  expect(after).toBe('# Changelog\n\n## Unreleased\n\n## 0.2.0 (2026-12-01)\n\n- One.\n\n## 0.1.0 (2026-11-23)\n')
  expect(() => releaseChanges(after, '0.3.0', '2026-12-02')).toThrow('no unreleased changes')
})
