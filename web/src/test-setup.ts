// happy-dom rejects `finished` when an animation is cancelled: end every animation at once instead.
Element.prototype.animate = () =>
  ({
    finished: Promise.resolve(),
    cancel() {},
    finish() {},
    currentTime: 0,
    playState: 'finished',
    effect: null,
    onfinish: null,
  }) as unknown as Animation
