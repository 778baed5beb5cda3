import { globalStyle } from '@vanilla-extract/css'

globalStyle('*, *::before, *::after', { boxSizing: 'border-box' })
globalStyle('html', { textSizeAdjust: '100%', WebkitTextSizeAdjust: '100%' })
globalStyle('body, h1, h2, h3, h4, p, figure, blockquote, dl, dd, ol, ul, fieldset', { margin: 0, padding: 0 })
globalStyle('fieldset', { border: 'none', minInlineSize: 0 })
globalStyle('ol, ul', { listStyle: 'none' })
globalStyle('button, input, textarea, select', { font: 'inherit', color: 'inherit' })
globalStyle('button', { background: 'none', border: 'none', padding: 0, cursor: 'pointer', textAlign: 'inherit' })
globalStyle('a', { color: 'inherit' })
globalStyle('img, svg', { display: 'block', maxInlineSize: '100%' })
globalStyle('[hidden]', { display: 'none !important' })
