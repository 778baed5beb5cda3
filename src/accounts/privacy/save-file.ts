/** How long the browser may take to read what it saves. */
const READ_MS = 60_000

/** Hands a file to the browser, which saves it where it saves downloads. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(url), READ_MS)
}
