import type { ManifestOptions } from 'vite-plugin-pwa'

/** The web app manifest. */
export const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Flipside',
  short_name: 'Flipside',
  description: 'Share what you listen to, swap tracks, rate the flip side. Works on a train.',
  lang: 'en',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  display_override: ['standalone', 'minimal-ui'],
  theme_color: '#100f14',
  background_color: '#100f14',
  categories: ['music', 'social'],
  launch_handler: { client_mode: 'navigate-existing' },
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icons/maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/icons/monochrome-512.png', sizes: '512x512', type: 'image/png', purpose: 'monochrome' },
  ],
  shortcuts: [
    { name: 'Broadcast a Track', short_name: 'Broadcast', url: '/broadcast-track' },
    { name: 'Track Swap', url: '/track-swap-entry' },
    { name: 'Find Users', short_name: 'Search', url: '/search' },
  ],
}
