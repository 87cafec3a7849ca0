;(function listen(tries) {
  if (!window.ringup?.consent) return void (tries && setTimeout(listen, 500, tries - 1))
  window.didomiOnReady = window.didomiOnReady || []
  didomiOnReady.push((Didomi) => {
    const hear = () => {
      const { enabled, disabled } = Didomi.getUserStatus().purposes.consent
      if (enabled.includes('cookies')) ringup.consent('granted')
      else if (disabled.includes('cookies')) ringup.consent('denied')
      else if (!Didomi.isConsentRequired()) ringup.consent('granted')
    }
    Didomi.on('consent.changed', hear)
    hear()
  })
})(20)
