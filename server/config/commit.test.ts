import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { readCommit } from './commit.ts'
import { readConfig } from './config.ts'

afterEach(() => vi.unstubAllEnvs())

/** Returns a repository with one commit, and that commit. */
function createRepository() {
  const folder = mkdtempSync(join(tmpdir(), 'flipside-commit-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const git = (...args: readonly string[]) => execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' }).trim()
  const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@flipside.example']
  git('init', '--quiet')
  git(...author, 'commit', '--quiet', '--allow-empty', '--message', 'one')
  return { folder, commit: git('rev-parse', 'HEAD') }
}

test('the commit is that of the repository, and no other one around a copy without a repository', () => {
  const { folder, commit } = createRepository()
  expect(readCommit(join(folder, '.git'))).toBe(commit)
  mkdirSync(join(folder, 'copy'))
  expect(readCommit(join(folder, 'copy/.git'))).toBe('unknown')
})

test('a machine without git does not know the commit', () => {
  const { folder } = createRepository()
  vi.stubEnv('PATH', '')
  expect(readCommit(join(folder, '.git'))).toBe('unknown')
})

test('COMMIT names the commit of an image, which has no repository', () => {
  expect(readConfig({ COMMIT: '968d0cba' }).commit).toBe('968d0cba')
  expect(readConfig({ COMMIT: '' }).commit).toBe(readCommit())
})
