import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import type { RenderJob, RenderResult } from './frame-renderer.ts'

/*
 * The thread that renders frames: the bundle replaces global functions, and rendering must not hold
 * up requests.
 */

const { renderFilledFrame }: { renderFilledFrame: (path: string, data: RenderJob['data']) => Promise<string> } =
  await import(pathToFileURL(String(workerData)).href)

parentPort?.on('message', ({ id, path, data }: RenderJob) => {
  const post = (result: RenderResult) => parentPort?.postMessage(result)
  renderFilledFrame(path, data).then(
    (html) => post({ id, html }),
    (error: unknown) => post({ id, error: String(error) }),
  )
})
