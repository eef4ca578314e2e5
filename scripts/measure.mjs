// `npm run measure` counts the code; `npm run measure -- screens [address]` measures the screens of a running demo.
await import(process.argv[2] === 'screens' ? './measureScreens.mjs' : './measureCode.mjs')
