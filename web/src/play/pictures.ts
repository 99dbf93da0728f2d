/** Boards that have a picture of their own, printed under their places, by game. All others lie on plain felt. */

import type { Component } from 'svelte'
import type { Board } from '../table/board'
import type { Room } from '../table/room'
import PrintedBoard from './PrintedBoard.svelte'

export const PICTURES: Record<string, Component<{ board: Board; fit: Room }>> = { brettspiel: PrintedBoard }
