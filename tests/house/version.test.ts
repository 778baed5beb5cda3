import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import * as v from 'valibot'
import { expect, onTestFinished, test } from 'vitest'
import { findReleaseNotes, releaseChanges } from '../../scripts/release-notes.ts'

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

test('the notes of a tag are the section of its version, which is that of the program', () => {
  const text =
    '## Unreleased\n\n- Three.\n\n## 0.2.0 (2026-12-01)\n\n- Two.\n- More.\n\n## 0.1.0 (2026-11-23)\n\n- One.\n'
  expect(findReleaseNotes(text, 'v0.2.0', '0.2.0')).toBe('- Two.\n- More.')
  expect(findReleaseNotes(text, 'v0.1.0', '0.1.0')).toBe('- One.')
  expect(() => findReleaseNotes(text, 'v0.2.0', '0.1.0')).toThrow('v0.2.0 does not fit the version 0.1.0')
  expect(() => findReleaseNotes(text, '0.2.0', '0.2.0')).toThrow('0.2.0 does not fit')
  expect(() => findReleaseNotes(text, 'v0.3.0', '0.3.0')).toThrow('no section 0.3.0')
})

/** Copies what a release changes into a repository of its own, with an unreleased change. */
function aRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), 'flipside-release-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'scripts'))
  for (const file of ['package.json', 'package-lock.json', '.npmrc', 'scripts/release-notes.ts'])
    copyFileSync(file, join(folder, file))
  writeFileSync(join(folder, 'CHANGELOG.md'), '# Changelog\n\n## Unreleased\n\n- One.\n')
  return folder
}

test('npm version commits the new version with its changes, and tags what the release workflow accepts', () => {
  const folder = aRepository()
  const path = `${dirname(process.execPath)}:${resolve('node_modules/.bin')}:${process.env['PATH']}`
  const identity = {
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@b',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@b',
  }
  const env = { ...process.env, ...identity, PATH: path }
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { cwd: folder, env, encoding: 'utf8' }).trim()
  run('git', 'init', '--quiet')
  run('git', 'add', '.')
  run('git', 'commit', '--quiet', '--message', 'start')
  run('npm', 'version', 'minor')
  const [major, minor = ''] = versionOf('package.json').split('.')
  const version = `${major}.${Number(minor) + 1}.0`
  expect(run('git', 'tag', '--points-at', 'HEAD')).toBe(`v${version}`)
  expect(run('git', 'log', '-1', '--format=%s')).toBe(`chore: release ${version}`)
  expect(run('git', 'status', '--porcelain')).toBe('')
  expect(run('node', 'scripts/release-notes.ts', `v${version}`)).toBe('- One.')
  const other = spawnSync('node', ['scripts/release-notes.ts', 'v99.0.0'], { cwd: folder, env, encoding: 'utf8' })
  expect([other.status, other.stderr]).toEqual([1, expect.stringContaining('v99.0.0 does not fit')])
})

test('the release workflow tests a tag before it publishes an image with version and commit', () => {
  const workflow = readFileSync('.github/workflows/release.yml', 'utf8')
  const [head = '', checks = '', publishing = ''] = workflow.split(/^ {2}(?:test|publish):\n/m)
  expect(head).toContain("tags: ['v*']")
  for (const command of ['node scripts/release-notes.ts "$GITHUB_REF_NAME"', 'npm test'])
    expect(checks).toContain(`run: ${command}\n`)
  expect(publishing).toMatch(/^ {4}needs: test\n/)
  const builds = publishing.split('docker buildx build').slice(1)
  expect(builds).toHaveLength(2)
  for (const build of builds) {
    expect(build).toContain('--build-arg COMMIT="$COMMIT"')
    expect(build).toContain('image.version="$VERSION"')
    expect(build).toContain('image.revision="$COMMIT"')
    expect(build).toMatch(/--tag "\S+:\$VERSION"/)
  }
})
