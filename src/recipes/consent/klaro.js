;(function listen(tries) {
  if (!window.ringup?.consent || !window.klaro) return void (tries && setTimeout(listen, 500, tries - 1))
  const manager = klaro.getManager()
  const update = () => {
    // Reads the saved choice, not the dialog's switches.
    if (manager.confirmed) ringup.consent(manager.savedConsents.ringup ? 'granted' : 'denied')
  }
  manager.watch({ update })
  update()
})(20)
