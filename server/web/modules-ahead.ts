/**
 * The value of the `Link` header for who opens another screen than the feed: the modules that the page's boot script begins with, named
 * by its `data-app` and `data-several`. A browser has them on their way while it reads the page.
 */
export function modulesAhead(html: string): string | undefined {
  const files = ['app', 'several'].map((name) => new RegExp(`<script [^>]*\\bdata-${name}="([^"]+)"`).exec(html)?.[1])
  if (files.includes(undefined)) return undefined
  return files.map((file) => `<${file}>; rel=modulepreload; crossorigin`).join(', ')
}
