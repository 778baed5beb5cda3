import type { BuiltApp, BuiltFile } from '#server/web/built-app.ts'

/** A page as the build makes it, with a title and a description for all paths. */
export const BUILT_PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8" />
<title>Flipside</title>
<meta name="description" content="Share what you listen to." />
<script>document.title</script></head><body><div id="root"></div></body></html>`

/** Returns a built app that is only {@link BUILT_PAGE}. */
export function createBuiltApp(): BuiltApp {
  const index: BuiltFile = {
    file: '/index.html',
    type: 'text/html; charset=utf-8',
    etag: '"built"',
    encodings: [],
    read: async () => Buffer.from(BUILT_PAGE),
  }
  return {
    files: new Map(),
    index,
    notFound: index,
    renderer: undefined,
    findStyles: () => [],
    policy: "default-src 'none'",
  }
}
