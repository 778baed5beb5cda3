import { Worker } from 'node:worker_threads'

/** A frame to render: its screen's path, and the responses that the screen reads. */
export interface RenderJob {
  readonly id: number
  readonly path: string
  /** Path with query, and JSON. */
  readonly data: readonly (readonly [url: string, json: string])[]
}
export interface RenderResult {
  readonly id: number
  readonly html?: string
  readonly error?: string
}

/** The thread that renders frames has ended, or does not respond. */
export class RendererEnded extends Error {}

/**
 * Renders a frame to HTML. Rejects with {@link RendererEnded}, or with another error if the screen
 * cannot be rendered with these responses.
 */
export type RenderFrame = (path: string, data: RenderJob['data']) => Promise<string>

const LONGEST_RENDER_MS = 10_000

/**
 * Returns a function that renders frames with the build's bundle, one after the other, in a thread
 * that starts with the first one. A thread that ends or hangs is replaced at the next frame.
 */
export function createFrameRenderer(bundle: string): RenderFrame {
  let worker: Worker | undefined
  let last: Promise<unknown> = Promise.resolve()
  let lastId = 0

  const start = () => {
    const started = new Worker(new URL('render-worker.ts', import.meta.url), { workerData: bundle })
    started.unref()
    started.once('exit', () => {
      if (worker === started) worker = undefined
    })
    return started
  }

  const render = (path: string, data: RenderJob['data']) =>
    new Promise<string>((resolve, reject) => {
      const id = ++lastId
      const thread = (worker ??= start())
      const fail = (error: Error) => {
        end()
        worker = undefined
        void thread.terminate()
        reject(error)
      }
      const onExit = () => fail(new RendererEnded('The thread that renders frames has ended.'))
      const onError = (cause: Error) => fail(new RendererEnded(cause.message, { cause }))
      const onMessage = (result: RenderResult) => {
        if (result.id !== id) return
        end()
        if (result.html === undefined) reject(new Error(result.error))
        else resolve(result.html)
      }
      const timer = setTimeout(() => fail(new RendererEnded('A frame was not rendered in time.')), LONGEST_RENDER_MS)
      const end = () => {
        clearTimeout(timer)
        thread.off('message', onMessage).off('error', onError).off('exit', onExit)
      }
      thread.on('message', onMessage).on('error', onError).on('exit', onExit)
      thread.postMessage({ id, path, data } satisfies RenderJob)
    })

  return (path, data) => {
    const rendered = last.then(() => render(path, data))
    last = rendered.catch(() => {})
    return rendered
  }
}
