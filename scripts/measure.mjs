// `npm run measure` counts the code; `npm run measure -- screens [address]` counts what the screens of a running demo show.
await import(process.argv[2] === 'screens' ? './measureScreens.mjs' : './measureCode.mjs')
