// boardgame.io's own server (in-memory storage) with a row game of the same kind: four hands, four rows, a stock.
// Legality is checked on the server, and every client is sent what its player may see.
const { Server, Origins } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const COLOURS = 4, LENGTH = 20, PLAYERS = 4, HAND = 11;

function dealt(random) {
  const deck = random.Shuffle([...Array(COLOURS * LENGTH).keys()]);
  const hands = [];
  for (let seat = 0; seat < PLAYERS; seat++) hands.push(deck.splice(0, HAND));
  return { hands, stock: deck, rows: Array(COLOURS * LENGTH).fill(false), drawn: 0 };
}

function fits(G, card) {
  const place = card % LENGTH;
  if (place === 10) return true; // an eleven opens its row
  return (place > 0 && G.rows[card - 1]) || (place < LENGTH - 1 && G.rows[card + 1]);
}

function endTurn(G, events) {
  G.drawn = 0;
  events.endTurn();
}

const rows = {
  name: "rows",
  setup: ({ random }) => dealt(random),
  playerView: ({ G, playerID }) => ({
    rows: G.rows,
    drawn: G.drawn,
    stock: G.stock.length,
    hands: G.hands.map((hand, seat) => (String(seat) === playerID ? hand : hand.length)),
  }),
  moves: {
    // The moves depend on what is hidden, so they run on the server only.
    lay: {
      client: false,
      move: ({ G, playerID, events, random }, card) => {
        const hand = G.hands[playerID], at = hand.indexOf(card);
        if (at < 0 || !fits(G, card)) return INVALID_MOVE;
        hand.splice(at, 1);
        G.rows[card] = true;
        if (hand.length === 0) Object.assign(G, dealt(random)); // the next round
        endTurn(G, events);
      },
    },
    draw: {
      client: false,
      move: ({ G, playerID, events }) => {
        if (G.hands[playerID].some((card) => fits(G, card))) return INVALID_MOVE;
        if (G.stock.length === 0) return endTurn(G, events);
        G.hands[playerID].push(G.stock.pop());
        G.drawn += 1;
        if (G.drawn === 3) endTurn(G, events);
      },
    },
  },
};

const server = Server({ games: [rows], origins: [Origins.LOCALHOST] });
const port = Number(process.argv[2]);
server.run({ port, lobbyConfig: { apiPort: port + 1 } }, () => console.log("ready"));
