;(function listen(tries) {
  if (!window.ringup?.consent || !window.__tcfapi) return void (tries && setTimeout(listen, 500, tries - 1))
  __tcfapi('addEventListener', 2, (data, isKnown) => {
    if (!isKnown || data.eventStatus === 'cmpuishown') return // not answered
    // The shop's own purposes, where the banner asks for them; 1 is storing something in the browser.
    const own = Object.keys(data.publisher?.consents ?? '').length > 0 ? data.publisher : data.purpose
    ringup.consent(data.gdprApplies === false || own.consents[1] ? 'granted' : 'denied')
  })
})(20)
