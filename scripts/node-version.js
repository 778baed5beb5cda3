// JavaScript, because a Node that is too old cannot read TypeScript: `node --import ./scripts/node-version.js ...`.
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `Flipside needs Node 24 or newer; this is ${process.version}. On Linux (x64, arm64) \`npm ci\` brings one when ` +
      'optional dependencies are not left out, and npm scripts use it; elsewhere install Node 24.',
  )
  process.exit(1)
}
