import { tanstackRouter } from '@tanstack/router-plugin/vite'
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { manifest } from './config/manifest.ts'
import packageJson from './package.json' with { type: 'json' }

/** How the page and the worker are built. `VITE_API_HOST` points both at another host that speaks the contract. */
export default defineConfig(({ mode }) => {
  const { VITE_API_HOST = '' } = loadEnv(mode, process.cwd(), 'VITE_')
  const define = {
    __API_HOST__: JSON.stringify(VITE_API_HOST),
    __APP_VERSION__: JSON.stringify(`${packageJson.version}, built ${new Date().toISOString().slice(0, 10)}`),
  }
  return {
    define,
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
      VitePWA({
        strategies: 'injectManifest',
        srcDir: 'sw',
        filename: 'index.ts',
        injectRegister: false,
        registerType: 'prompt',
        manifest,
        injectManifest: {
          globPatterns: ['**/*.{js,css,html,woff2,svg,webmanifest}'],
          globIgnores: ['sw.js', 'icons/**'],
          buildPlugins: { vite: [] },
        },
      }),
    ],
    build: {
      manifest: true,
      target: 'es2022',
      modulePreload: { polyfill: false },
      rolldownOptions: {
        // One chunk for what every screen needs: small ones compress badly.
        output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } },
      },
      emptyOutDir: true,
    },
    server: { proxy: { '/api': process.env['FLIPSIDE_DEV_API'] ?? 'http://127.0.0.1:3000' } },
  }
})
