import { escapeMarkup } from '#server/http/escape-markup.ts'
/** A mail's content, before it is rendered. All texts are plain and may come from members. */
export interface MailContent {
  readonly subject: string
  readonly paragraphs: readonly string[]
  readonly link?: { readonly label: string; readonly url: string }
  readonly notes?: readonly string[]
}

export interface RenderedMail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** The longest subject and name, in characters. */
const LINE_MAX = 120

/**
 * Returns a text in one line with at most 120 characters, without control characters and characters
 * that change the text direction, so that it cannot end a header or imitate other lines.
 */
export const toOneLine = (text: string): string =>
  Array.from(text.replaceAll(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').trim())
    .slice(0, LINE_MAX)
    .join('')

const BODY = 'margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#1a1a1a;background:#ffffff'
const BUTTON = 'display:inline-block;padding:10px 20px;border-radius:8px;color:#ffffff;background:#1a1a1a'

/** Renders a mail as plain text and as HTML without images, styles from elsewhere or scripts. */
export function renderMail({ subject, paragraphs, link, notes = [] }: MailContent): RenderedMail {
  const [before, after] = [paragraphs.map(toParagraph), notes.map(toParagraph)]
  const urls = link === undefined ? [] : [link.url]
  const paragraph = (text: string) => `<p>${escapeMarkup(text)}</p>`
  const html = [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><title>${escapeMarkup(toOneLine(subject))}</title></head>`,
    `<body style="${BODY}">`,
    ...before.map(paragraph),
    ...(link === undefined ? [] : [toButton(link.label, link.url)]),
    ...after.map(paragraph),
    '</body></html>',
  ]
  return {
    subject: toOneLine(subject),
    text: `${[...before, ...urls, ...after].join('\n\n')}\n`,
    html: `${html.join('\n')}\n`,
  }
}

/** A paragraph is one line: a member's text must not look like our own paragraph. */
const toParagraph = (text: string) => text.replaceAll(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()

const toButton = (label: string, url: string) =>
  `<p><a href="${escapeMarkup(url)}" style="${BUTTON}">${escapeMarkup(label)}</a></p>\n<p>${escapeMarkup(url)}</p>`
