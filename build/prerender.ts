import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { build, type Plugin, type Rolldown } from 'vite'

/**
 * The placeholder in index.html, inside React's root: its content is replaced by the app's first
 * render.
 */
const BOOT = '<!--boot-->'

/**
 * The element that index.html waits for before the first paint, so that the theme and the frame are
 * part of it.
 */
const FRAMES_END = '<i id="frames-end" hidden></i>'

const ROOT = resolve(import.meta.dirname, '..')
const run = promisify(execFile)

/**
 * Returns the plugin that completes index.html: with the inline boot script, also in development;
 * in a build also with the prerendered frames before it and the style sheet of the first chunk.
 * `define` is Vite's.
 */
export function prerender({ define }: { define: Record<string, string> }): Plugin {
  let isServed = false
  return {
    name: 'prerender',
    apply: (config, { isSsrBuild }) => isSsrBuild !== true && config.build?.lib === undefined,
    configResolved: ({ command }) => {
      isServed = command === 'serve'
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const boot = await bundleBootScript(define)
        if (isServed || bundle === undefined) return fill(html, `<script>${boot}</script>`)
        const frames = await renderFrames()
        const { page, app } = withoutApp(inlineStyles(html, bundle))
        checkStyles(frames, page, bundle)
        return fill(page, `${frames}<script data-app="${app}">${boot}</script>${FRAMES_END}`)
      },
    },
  }
}

async function bundleBootScript(define: Record<string, string>): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    define,
    resolve: { alias: { '#src': join(ROOT, 'src'), '#contract': join(ROOT, 'contract') } },
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: join(ROOT, 'src/startup/boot.ts'), formats: ['iife'], name: 'boot', fileName: 'boot' },
    },
  })
  const [output] = [result].flat()
  const chunk = output !== undefined && 'output' in output ? output.output[0] : undefined
  if (chunk === undefined) throw new Error('src/startup/boot.ts could not be bundled')
  return chunk.code.trim()
}

/**
 * Builds the app for Node and returns its rendered frames. Class names derive from file names, so
 * both builds have the same. Runs in its own process because the plugin that evaluates style sheets
 * supports one build at a time.
 */
async function renderFrames(): Promise<string> {
  // Inside the project, so that imports resolve to its node_modules.
  await mkdir(join(ROOT, '.cache'), { recursive: true })
  const folder = await mkdtemp(join(ROOT, '.cache', 'frames-'))
  try {
    const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
    await run(process.execPath, [
      vite,
      'build',
      '--ssr',
      'src/app/prerender.tsx',
      '--outDir',
      folder,
      '--logLevel',
      'warn',
    ])
    const built: { prerender: () => Promise<string> } = await import(pathToFileURL(join(folder, 'prerender.js')).href)
    return await built.prerender()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function fill(html: string, content: string): string {
  if (!html.includes(BOOT)) throw new Error(`index.html has no ${BOOT}`)
  return html.replace(BOOT, () => content)
}

const APP = /<script type="module" crossorigin src="([^"]+)"><\/script>/

/**
 * Returns the page without the app's script: a script in the page runs before the first paint when
 * it comes from a cache. The boot script adds it.
 */
function withoutApp(html: string): { page: string; app: string } {
  const [tag, app] = APP.exec(html) ?? []
  if (tag === undefined || app === undefined) throw new Error('index.html has no script of the app')
  return { page: html.replace(tag, ''), app }
}

const STYLESHEET = /<link rel="stylesheet"[^>]*\bhref="\/([^"]+)"[^>]*>/g

/**
 * Returns the page with the style sheet inlined: as a file it would delay the first paint by a
 * round trip.
 */
function inlineStyles(html: string, bundle: Rolldown.OutputBundle): string {
  let count = 0
  const inlined = html.replaceAll(STYLESHEET, (_, file: string) => {
    const sheet = bundle[file]
    if (sheet?.type !== 'asset') throw new Error(`the style sheet ${file} is not in the build`)
    delete bundle[file]
    count++
    // Lazy chunks name it as a dependency. A disabled link is never fetched and marks it as
    // present.
    return `<link rel="stylesheet" href="/${file}" disabled><style>${String(sheet.source).trim()}</style>`
  })
  if (count !== 1) throw new Error(`index.html has ${count} style sheets, not one`)
  return inlined
}

/**
 * Throws if a frame uses a class with rules in a style sheet that is loaded later: its look would
 * change after the paint.
 */
function checkStyles(frames: string, page: string, bundle: Rolldown.OutputBundle): void {
  const classes = new Set([...frames.matchAll(/\bclass="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')))
  const isStyledBy = (name: string, sheet: string) => new RegExp(`\\.${name}(?![\\w-])`).test(sheet)
  const deferred = Object.values(bundle).flatMap((file) =>
    file.type === 'asset' && file.fileName.endsWith('.css') ? [String(file.source)] : [],
  )
  const missing = [...classes].filter(
    (name) => name !== '' && !isStyledBy(name, page) && deferred.some((sheet) => isStyledBy(name, sheet)),
  )
  if (missing.length > 0) throw new Error(`the frames use classes that the page has no rules for: ${missing.join(' ')}`)
}
