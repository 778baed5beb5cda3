import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { oldestBrowsers } from '../../build/browsers.ts'
import { compressFolder } from '../../scripts/compress.ts'

export type Reference = 'prerendered' | 'router'

/**
 * Builds a reference page: minimal React 19, `prerendered` as HTML or rendered by TanStack Router.
 * Each precaches itself with a worker, as an offline app does.
 */
export async function buildReference(name: Reference, outDir: string): Promise<void> {
  await build({
    configFile: false,
    root: join(import.meta.dirname, 'references', name),
    logLevel: 'warn',
    plugins: [react(), VitePWA({ injectRegister: 'script-defer', manifest: false, filename: 'sw.js' })],
    build: { outDir, emptyOutDir: true, target: oldestBrowsers, modulePreload: { polyfill: false } },
  })
  // The server starts only with both pages.
  copyFileSync(join(outDir, 'index.html'), join(outDir, '404.html'))
  await compressFolder(outDir)
}
