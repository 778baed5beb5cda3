import { escapeMarkup } from '#server/http/escape-markup.ts'
import { toPictureVersion } from './picture-version.ts'
import { PICTURE_SIZE, type Preview } from './preview.ts'

/** Returns a preview's title and tags as HTML. */
export function renderHead(origin: string, preview: Preview): string {
  const { title, description, site } = preview
  const url = `${origin}${preview.path}`
  // The picture's address changes with the drawing.
  const picture = `${origin}${preview.picturePath}?v=${toPictureVersion(preview.drawing)}`
  const alt = `${title}: a picture drawn by ${site}`
  const { width, height } = PICTURE_SIZE
  return [
    `<title>${escapeMarkup(title)}</title>`,
    toMeta('name', 'description', description),
    ...(preview.isHiddenFromSearch ? [ROBOTS] : []),
    `<link rel="canonical" href="${escapeMarkup(url)}">`,
    toMeta('property', 'og:site_name', site),
    toMeta('property', 'og:type', preview.type),
    toMeta('property', 'og:title', title),
    toMeta('property', 'og:description', description),
    toMeta('property', 'og:url', url),
    toMeta('property', 'og:image', picture),
    toMeta('property', 'og:image:type', 'image/png'),
    toMeta('property', 'og:image:width', String(width)),
    toMeta('property', 'og:image:height', String(height)),
    toMeta('property', 'og:image:alt', alt),
    toMeta('name', 'twitter:card', 'summary_large_image'),
    toMeta('name', 'twitter:title', title),
    toMeta('name', 'twitter:description', description),
    toMeta('name', 'twitter:image', picture),
    toMeta('name', 'twitter:image:alt', alt),
  ].join('\n')
}

/** Excludes a page from search engines. */
export const ROBOTS = '<meta name="robots" content="noindex">'

const toMeta = (kind: 'name' | 'property', name: string, content: string) =>
  `<meta ${kind}="${name}" content="${escapeMarkup(content)}">`
