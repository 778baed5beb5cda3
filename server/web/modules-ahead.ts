/** Values of the `Link` header: what a page's boot script begins with, for who opens it. */
export interface ModulesAhead {
  readonly feed: string | undefined
  readonly others: string | undefined
}

/**
 * Reads from the app's page which modules it needs, named by its boot script's `data-app` and `data-several`. A browser that is told in
 * the head of the answer has them on their way while it reads the page; the page itself asks for nothing before its frame is painted.
 */
export function modulesAhead(html: string): ModulesAhead {
  const [app, several] = ['app', 'several'].map((name) => {
    const file = new RegExp(`<script [^>]*\\bdata-${name}="([^"]+)"`).exec(html)?.[1]
    return file && `<${file}>; rel=modulepreload; crossorigin`
  })
  return { feed: app, others: app && several && `${app}, ${several}` }
}
