import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { findRunning, stopEngine } from '#server/db/embedded/process.ts'
import type { Ended, ServerProcess } from './server-process.ts'

/** Signs a member up at a running server. */
export const signUpAt = (server: ServerProcess, user: string) => {
  const query = new URLSearchParams({ user, firstname: '', lastname: '', email: 'a@b', password: 'a long password' })
  return fetch(`${server.url}/api/user/create-profile?${query}`, { method: 'POST' })
}
/** Returns whether a server has a member. */
export const hasMember = async (server: ServerProcess, user: string) =>
  (await fetch(`${server.url}/api/user/profile?user=${user}`)).status === 200

/** Returns the one line on stderr from a server that did not start. */
export function refusal(ended: ServerProcess | Ended): string {
  if ('url' in ended) throw new Error('It started.')
  expect(ended.code).toBe(1)
  expect(ended.stderr.trim().split('\n')).toHaveLength(1)
  return ended.stderr.trim()
}

/** Returns the engine that runs over a data folder. */
export function engineOf(dataDir: string) {
  const running = findRunning(join(dataDir, 'postgres'))
  if (running === undefined) throw new Error(`No engine runs over ${dataDir}.`)
  return running
}

/** Stops the engine of a server that the test kills, so that it does not outlive the test. */
export function stopsEngineOf(dataDir: string) {
  onTestFinished(async () => {
    const data = join(dataDir, 'postgres')
    const running = findRunning(data)
    if (running) await stopEngine(running.pid, data)
  })
}
