/** The demo community's first members, which are well known, with their scenes. */
export const knownPeople: readonly { readonly name: string; readonly scenes: readonly string[] }[] = [
  { name: 'mirelle', scenes: ['late bus pop', 'moth folk'] },
  { name: 'kojiro', scenes: ['wide open ambient', 'underpass techno', 'slow stone'] },
  { name: 'ofelia', scenes: ['clockwork indie', 'kitchen jazz'] },
  { name: 'tamsin.w', scenes: ['moth folk', 'slow stone'] },
  { name: 'bassbin_bo', scenes: ['underpass techno', 'basement noise'] },
  { name: 'ines-k', scenes: ['harbour disco', 'late bus pop'] },
]

export const otherNames: readonly string[] = `
  anselm birgit_loud caspian dorothea eko farid.m gwendolyn hollis ibrahim jojo_tapes kaveh lumi marguerite9
  nadir odalys petra_b quentin rosalba sunniva teodor ursel valter wilhelmina xiomara yusra zephyrine amadou
  bettina corvin delphine emeka fenna gideon halina ivo_p juno kestrel leocadia matteo.r nkechi orla pascal
  rune_s saskia tariq una vesna wojtek yaeko zora.l hedda lazlo miriam_o oskar
`
  .trim()
  .split(/\s+/)
