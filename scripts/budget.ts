import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as v from 'valibot'
import { brotli, isText } from './compress.ts'

/** Bytes in brotli. */
export const INITIAL_MAX = 125_000
const PRECACHE_MAX = 450_000
/**
 * All JavaScript that the page loads within 5 s after the navigation to `/`, as sent. Measured in a
 * browser: `npm run bench -- loaded`, `tests/e2e/demo/first-view.spec.ts`.
 */
export const LOADED_MAX = { visitor: 140_000, member: 170_000 }

const Chunk = v.object({
  file: v.string(),
  isEntry: v.optional(v.boolean(), false),
  imports: v.optional(v.array(v.string()), []),
})
const Manifest = v.record(v.string(), Chunk)
type Manifest = v.InferOutput<typeof Manifest>

/**
 * `src/routes/login.tsx?tsr-split=component`: the route part that the router's plugin splits off.
 */
const ROUTE_PART = /^src\/routes\/(.+)\.tsx\?tsr-split=/
/** Routes with parts that are needed before the feed shows. */
const FEED_ROUTES = new Set(['__root', 'index'])

function withImports(manifest: Manifest, keys: readonly string[]): Set<string> {
  const seen = new Set<string>()
  const visit = (key: string) => {
    if (seen.has(key)) return
    seen.add(key)
    for (const imported of manifest[key]?.imports ?? []) visit(imported)
  }
  for (const key of keys) visit(key)
  return seen
}

const findRoute = (key: string) => ROUTE_PART.exec(key)?.[1]

/**
 * Returns the scripts that the page fetches before the feed shows: entries, their imports,
 * preloads, the parts for `/`.
 */
export function initialFiles(manifest: Manifest, html: string): string[] {
  const keys = Object.entries(manifest)
    .filter(([key, chunk]) => chunk.isEntry || FEED_ROUTES.has(findRoute(key) ?? ''))
    .map(([key]) => key)
  const fromManifest = [...withImports(manifest, keys)].flatMap((key) => manifest[key]?.file ?? [])
  const fromPage = [...html.matchAll(/<(?:script|link)\b[^>]*?\b(?:src|href)="\/?([^"]+\.js)"/g)].flatMap(
    ([, file]) => file ?? [],
  )
  return [...new Set([...fromManifest, ...fromPage])].filter((file) => file.endsWith('.js'))
}

/** Returns each route's own scripts: those that its parts load beyond the initial ones. */
function routeFiles(manifest: Manifest, initial: readonly string[]): Map<string, string[]> {
  const routes = new Map<string, string[]>()
  for (const key of Object.keys(manifest)) {
    const route = findRoute(key)
    if (route === undefined || FEED_ROUTES.has(route)) continue
    const files = [...withImports(manifest, [key])].flatMap((path) => manifest[path]?.file ?? [])
    const own = [...(routes.get(route) ?? []), ...files].filter(
      (file) => file.endsWith('.js') && !initial.includes(file),
    )
    routes.set(route, [...new Set(own)])
  }
  return routes
}

/**
 * Returns the paths in the worker's precache list, as vite-plugin-pwa writes it into the script.
 */
export function precachedFiles(worker: string): string[] {
  const entries = worker.matchAll(/\{[^{}]*?"?\brevision"?:[^{}]*?\}/g)
  const files = [...entries].flatMap(([entry]) => /"?\burl"?:\s*["'`]([^"'`]+)["'`]/.exec(entry)?.[1] ?? [])
  return [...new Set(files.map((file) => file.replace(/^\//, '')))]
}

const measureSize = async (dist: string, file: string) => {
  const bytes = await readFile(join(dist, file))
  return isText(file) ? (await brotli(bytes)).byteLength : bytes.byteLength
}
const sumSizes = async (dist: string, files: readonly string[]) => {
  const sizes = await Promise.all(files.map((file) => measureSize(dist, file)))
  return sizes.reduce((sum, size) => sum + size, 0)
}

export interface Budget {
  readonly lines: readonly string[]
  /** Files over their limit or missing, as sentences; empty if there are none. */
  readonly faults: readonly string[]
}

const kB = (bytes: number) => `${(bytes / 1000).toFixed(1).padStart(6)} kB`

/** Measures a build. Throws if the build lacks the manifest, the page or the worker. */
export async function measureBuild(dist: string, routeNames: readonly string[]): Promise<Budget> {
  const readDist = (file: string) => readFile(join(dist, file), 'utf8')
  const manifest = v.parse(Manifest, JSON.parse(await readDist('.vite/manifest.json')))
  const initial = initialFiles(manifest, await readDist('index.html'))
  const precached = precachedFiles(await readDist('sw.js'))
  const [initialSize, precacheSize] = await Promise.all([sumSizes(dist, initial), sumSizes(dist, precached)])
  const routes = routeFiles(manifest, initial)
  const weighed = await Promise.all(
    [...routes].map(async ([route, files]) => ({ route, size: await sumSizes(dist, files) })),
  )
  const perRoute = weighed.toSorted((a, b) => b.size - a.size).map(({ route, size }) => `  ${kB(size)}  ${route}`)
  const unsplit = routeNames.filter((name) => !FEED_ROUTES.has(name) && !routes.get(name)?.length)
  return {
    lines: [
      `Initial JavaScript of /: ${kB(initialSize)} brotli of ${kB(INITIAL_MAX)} (${initial.length} files)`,
      `Precache: ${kB(precacheSize)} brotli of ${kB(PRECACHE_MAX)} (${precached.length} files)`,
      "Routes, each with what its chunk brings beyond the first view's:",
      ...perRoute,
    ],
    faults: [
      ...(initialSize > INITIAL_MAX ? [`The initial JavaScript of / is over ${kB(INITIAL_MAX).trim()}.`] : []),
      ...(precacheSize > PRECACHE_MAX ? [`The precache is over ${kB(PRECACHE_MAX).trim()}.`] : []),
      ...(initial.length === 0 ? ['No initial JavaScript was found: this program reads the build wrongly.'] : []),
      ...(precached.length === 0 ? ['No precache list was found in sw.js: this program reads the build wrongly.'] : []),
      ...unsplit.map((name) => `The route ${name} has no chunk of its own.`),
    ],
  }
}

/** Returns the route file names, `login` or `dm.$username`. */
const routeFileNames = async (folder: string): Promise<string[]> =>
  (await readdir(folder))
    .flatMap((file) => /^(.+)\.tsx$/.exec(file)?.[1] ?? [])
    .filter((name) => !name.includes('.test'))

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const root = resolve(import.meta.dirname, '..')
  const { lines, faults } = await measureBuild(join(root, 'dist'), await routeFileNames(join(root, 'src/routes')))
  console.log(lines.join('\n'))
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length > 0 ? 1 : 0
}
