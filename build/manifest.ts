import type { ManifestOptions } from 'vite-plugin-pwa'

const shortcutIcons = [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }]

/**
 * Pictures that a browser shows when installing: `npm run gallery` creates the files in
 * public/screenshots.
 */
export const screenshots = [
  { name: 'feed', path: '/', form_factor: 'narrow', label: 'The feed: what others listen to' },
  { name: 'swap', path: '/track-swap', form_factor: 'narrow', label: 'A swap: choose a track for your match' },
  { name: 'profile', path: '/profile', form_factor: 'narrow', label: 'Your profile: swag and top artists' },
  { name: 'listens', path: '/listens', form_factor: 'narrow', label: 'Your listens, day by day' },
  { name: 'feed', path: '/', form_factor: 'wide', label: 'The feed on a desk' },
  { name: 'charts', path: '/charts', form_factor: 'wide', label: 'Charts of artists, albums and tracks' },
  { name: 'profile', path: '/profile', form_factor: 'wide', label: 'Your profile on a desk' },
] as const

/** Size in CSS pixels, and the picture's pixels per CSS pixel. */
export const screenshotSizes = {
  narrow: { width: 390, height: 844, scale: 2 },
  wide: { width: 1280, height: 800, scale: 1 },
} as const

/** Returns a picture's path below public/. */
export const screenshotFile = ({ name, form_factor }: Pick<(typeof screenshots)[number], 'name' | 'form_factor'>) =>
  `screenshots/${name}-${form_factor}.png`

const formatSizes = ({ width, height, scale }: { width: number; height: number; scale: number }) =>
  `${width * scale}x${height * scale}`

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
  // A shared link or a shortcut opens in the window that is there. Forms survive it as drafts.
  launch_handler: { client_mode: 'navigate-existing' },
  handle_links: 'preferred',
  // GET: the worker returns the app's page for it without a connection (docs/share-in.md).
  share_target: {
    action: '/share',
    method: 'GET',
    enctype: 'application/x-www-form-urlencoded',
    params: { title: 'title', text: 'text', url: 'url' },
  },
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icons/maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/icons/monochrome-512.png', sizes: '512x512', type: 'image/png', purpose: 'monochrome' },
  ],
  screenshots: screenshots.map((screenshot) => ({
    src: `/${screenshotFile(screenshot)}`,
    sizes: formatSizes(screenshotSizes[screenshot.form_factor]),
    type: 'image/png',
    form_factor: screenshot.form_factor,
    label: screenshot.label,
  })),
  // Most systems show the first four.
  shortcuts: [
    { name: 'Share a Track', short_name: 'Share', url: '/share', icons: shortcutIcons },
    { name: 'Track Swap', url: '/track-swap-entry', icons: shortcutIcons },
    { name: 'Messages', url: '/dm', icons: shortcutIcons },
    { name: 'Listens', url: '/listens', icons: shortcutIcons },
    { name: 'Feed', url: '/', icons: shortcutIcons },
    { name: 'Find Users', short_name: 'Search', url: '/search', icons: shortcutIcons },
    { name: 'Broadcast a Track', short_name: 'Broadcast', url: '/broadcast-track', icons: shortcutIcons },
  ],
}
