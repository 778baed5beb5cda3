import { tanstackRouter } from '@tanstack/router-plugin/vite'
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { oldestBrowsers } from './build/browsers.ts'
import { manifest } from './build/manifest.ts'
import { prerender } from './build/prerender.ts'
import { linkStartupImages } from './build/startup-images.ts'
import packageJson from './package.json' with { type: 'json' }
import { hashOfSources } from './scripts/stamp.ts'

/** How the page and the worker are built. `VITE_API_HOST` points both at another host that speaks the contract. */
export default defineConfig(({ mode, isSsrBuild = false }) => {
  const { VITE_API_HOST = '' } = loadEnv(mode, process.cwd(), 'VITE_')
  const define = {
    __API_HOST__: JSON.stringify(VITE_API_HOST),
    __BUILD__: JSON.stringify(hashOfSources().slice(0, 12)),
    __APP_VERSION__: JSON.stringify(`${packageJson.version}, built ${new Date().toISOString().slice(0, 10)}`),
  }
  return {
    define: isSsrBuild ? { ...define, 'process.env.NODE_ENV': JSON.stringify('production') } : define,
    // One file without packages: the server runs it from the build.
    ssr: { noExternal: true },
    // React has the hook since 18: the shim is for older ones.
    resolve: { alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' } },
    plugins: [
      tanstackRouter({
        target: 'react',
        routesDirectory: 'src/routes',
        generatedRouteTree: 'src/routeTree.gen.ts',
        routeFileIgnorePattern: '\\.(css|test)\\.tsx?$',
        quoteStyle: 'single',
        autoCodeSplitting: true,
        codeSplittingOptions: {
          // Loaders bring their queries and schemas along: only the feed's belong into the first chunk.
          splitBehavior: ({ routeId }) => (routeId === '/' ? [] : [['loader', 'component']]),
        },
      }),
      react(),
      vanillaExtractPlugin(),
      linkStartupImages(),
      prerender({ define }),
      VitePWA({
        strategies: 'injectManifest',
        srcDir: 'sw',
        filename: 'index.ts',
        injectRegister: false,
        registerType: 'prompt',
        manifest,
        // The browser fetches those of the manifest when it installs the app.
        includeManifestIcons: false,
        injectManifest: {
          globPatterns: ['**/*.{js,css,html,woff2,svg,webmanifest}', 'icons/{icon,monochrome}-192.png'],
          // The worker returns the app's page for every path. Few members are admins, and what these screens do needs the server.
          globIgnores: ['sw.js', '404.html', 'assets/admin.*', 'assets/PlaylistDialog-*', 'assets/ServicePlayer-*'],
        },
      }),
    ],
    build: {
      manifest: true,
      copyPublicDir: !isSsrBuild,
      target: oldestBrowsers,
      // A lazy chunk names its style sheets only.
      modulePreload: {
        polyfill: false,
        resolveDependencies: (_, files) => files.filter((file) => file.endsWith('.css')),
      },
      rolldownOptions: {
        // Also between chunks: the first chunk would contain and export each name of contract/storage-names.ts.
        optimization: { inlineConst: { mode: 'all', pass: 1 } },
        treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
        // Few chunks, because small ones compress badly and the first chunk names each of them, but the feed loads no screen of
        // another domain (decision 90): `first` has what every screen needs, `feed` what the feed loads after its first items,
        // `outbox` what a member's first view waits for, which the boot script preloads, `member` the drain and the change of
        // members with the schemas of all actions, `several` what other screens share. What two of them need is in the one with
        // the higher priority.
        output: {
          codeSplitting: !isSsrBuild && {
            groups: [
              { name: 'first', tags: ['$initial'], priority: 4 },
              {
                name: 'feed',
                test: /\/src\/(?:broadcasts\/(?:Full|Live)Feed|outbox\/StateStrip|ui\/SwapPicture)\.tsx$/,
                priority: 3,
              },
              { name: 'outbox', test: /\/src\/session\/member-outbox\.ts$/, priority: 2 },
              {
                name: 'member',
                test: /\/src\/(?:session\/(?:sync|sign-in-out)\.ts|routes\/-screens\/StartParts\.tsx)$/,
                priority: 1,
              },
              {
                name: 'several',
                test: /\/(?:src|contract)\/(?!.*(?:swaps|listening)\/)/,
                minShareCount: 3,
                priority: 0,
              },
            ],
          },
        },
      },
      emptyOutDir: true,
    },
    server: { proxy: { '/api': process.env['FLIPSIDE_DEV_API'] ?? 'http://127.0.0.1:3000' } },
  }
})
