import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { build, type Plugin, type Rolldown } from 'vite'

/** In the root: what stands there goes when React draws the app. */
const BOOT = '<!--boot-->'

/** What index.html expects before anything is drawn. The boot script puts the frame before it. */
const FRAMES_END = '<i id="frames-end" hidden></i>'

const ROOT = resolve(import.meta.dirname, '..')
const run = promisify(execFile)

interface Drawn {
  readonly prerender: () => Promise<string>
  readonly frameStyle: string
}

/**
 * Makes index.html the first view: the boot script in its root, also while developing; in a build the prerendered frames
 * before it, and the style sheet of the first chunk inside the page.
 */
export function firstView({ define }: { define: Record<string, string> }): Plugin {
  let isServed = false
  return {
    name: 'first-view',
    apply: (config, { isSsrBuild }) => isSsrBuild !== true && config.build?.lib === undefined,
    configResolved: ({ command }) => {
      isServed = command === 'serve'
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const boot = await bootScript(define)
        if (isServed || bundle === undefined) return filled(html, `<script>${boot}</script>`)
        const { frames, style } = await drawFrames()
        const { page, app } = withoutApp(html)
        const script = `<script data-app="${app}" data-several="/${fileOf('several', bundle)}">${boot}</script>`
        const styled = withStyles(page, bundle, style)
        checkStyles(frames, styled, bundle)
        return filled(styled, `${frames}${script}${FRAMES_END}`)
      },
    },
  }
}

async function bootScript(define: Record<string, string>): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    define,
    resolve: { alias: { '#src': join(ROOT, 'src'), '#contract': join(ROOT, 'contract') } },
    build: {
      write: false,
      target: 'es2022',
      lib: {
        entry: join(ROOT, 'src/startup/boot.ts'),
        formats: ['iife'],
        name: 'boot',
        fileName: 'boot',
      },
    },
  })
  const [output] = [result].flat()
  const chunk = output !== undefined && 'output' in output ? output.output[0] : undefined
  if (chunk === undefined) throw new Error('src/startup/boot.ts could not be bundled')
  return chunk.code.trim()
}

/**
 * Builds the app once more for Node, and has it draw its frames. Style sheets name their classes by file: alike in both.
 * In a process of its own, for the plugin that evaluates style sheets can't be in two builds at once.
 */
async function drawFrames(): Promise<{ frames: string; style: string }> {
  // Inside the project: what it imports is found in node_modules.
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
    const drawn: Drawn = await import(pathToFileURL(join(folder, 'prerender.js')).href)
    return { frames: await drawn.prerender(), style: drawn.frameStyle }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function fileOf(name: string, bundle: Rolldown.OutputBundle): string {
  const chunk = Object.values(bundle).find((it) => it.type === 'chunk' && it.name === name)
  if (chunk === undefined) throw new Error(`the build has no chunk ${name}`)
  return chunk.fileName
}

function filled(html: string, content: string): string {
  if (!html.includes(BOOT)) throw new Error(`index.html has no ${BOOT}`)
  return html.replace(BOOT, () => content)
}

const APP = /<script type="module" crossorigin src="([^"]+)"><\/script>/

/** The boot script asks for it and begins it: a script that the page names begins before the first paint when it comes from a cache. */
function withoutApp(html: string): { page: string; app: string } {
  const [tag, app] = APP.exec(html) ?? []
  if (tag === undefined || app === undefined) throw new Error('index.html has no script of the app')
  return { page: html.replace(tag, ''), app }
}

const STYLESHEET = /<link rel="stylesheet"[^>]*\bhref="\/([^"]+)"[^>]*>/g

/** A style sheet of its own would hold the first paint back by a round trip. */
function withStyles(html: string, bundle: Rolldown.OutputBundle, more: string): string {
  let count = 0
  const inlined = html.replaceAll(STYLESHEET, (_, file: string) => {
    const sheet = bundle[file]
    if (sheet?.type !== 'asset') throw new Error(`the style sheet ${file} is not in the build`)
    delete bundle[file]
    count++
    // Chunks loaded later name it among what they need: a link that is disabled is never fetched, and says that it is here.
    return `<link rel="stylesheet" href="/${file}" disabled><style>${String(sheet.source).trim()}${more}</style>`
  })
  if (count !== 1) throw new Error(`index.html has ${count} style sheets, not one`)
  return inlined
}

/** Throws when what a frame shows gets its looks from a style sheet that comes later: it would change before people's eyes. */
function checkStyles(frames: string, page: string, bundle: Rolldown.OutputBundle): void {
  const classes = new Set([...frames.matchAll(/\bclass="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')))
  const isStyledBy = (name: string, sheet: string) => new RegExp(`\\.${name}(?![\\w-])`).test(sheet)
  const later = Object.values(bundle).flatMap((it) =>
    it.type === 'asset' && it.fileName.endsWith('.css') ? [String(it.source)] : [],
  )
  const missing = [...classes].filter(
    (name) => name !== '' && !isStyledBy(name, page) && later.some((it) => isStyledBy(name, it)),
  )
  if (missing.length > 0) throw new Error(`the frames use classes that the page has no rules for: ${missing.join(' ')}`)
}
