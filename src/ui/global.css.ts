import { globalFontFace, globalStyle } from '@vanilla-extract/css'
import './reset.css.ts'
import { theme } from './theme.css.ts'
import { media, tokens } from './tokens.css.ts'

globalFontFace('Bricolage Grotesque', {
  fontWeight: '200 800',
  fontDisplay: 'swap',
  src: "url('@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2') format('woff2')",
  unicodeRange:
    'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+FEFF, U+FFFD',
})

globalStyle('html', {
  background: theme.surface.ground,
  color: theme.text.main,
  fontFamily: tokens.font.body,
  fontSize: '100%',
  lineHeight: tokens.leading.normal,
})

globalStyle('body', { minBlockSize: '100dvb', fontSize: tokens.type.m, overflowWrap: 'break-word' })
globalStyle('h1, h2, h3', { textWrap: 'balance' })

globalStyle(':focus-visible', {
  outline: `${tokens.focus.width} solid ${theme.focus}`,
  outlineOffset: tokens.focus.offset,
})

/** A heading or landmark that a script focuses after a navigation shows no ring. */
globalStyle('[tabindex="-1"]:focus-visible', { outline: 'none' })

globalStyle('*, *::before, *::after', {
  '@media': {
    [media.reducedMotion]: {
      animationDuration: '1ms !important',
      transitionDuration: '1ms !important',
      scrollBehavior: 'auto',
    },
  },
})
