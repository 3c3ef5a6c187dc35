// The moves of a finished game, in the file that holds them all.
const moves = [...document.querySelectorAll(".move")];
const slider = document.getElementById("move");
function show(number) {
  const chosen = Math.min(Math.max(number, 0), moves.length - 1);
  moves.forEach((move, each) => { move.hidden = each !== chosen; });
  slider.value = chosen;
  document.getElementById("number").textContent = chosen;
}
slider.addEventListener("input", () => show(Number(slider.value)));
document.getElementById("back").addEventListener("click", () => show(Number(slider.value) - 1));
document.getElementById("next").addEventListener("click", () => show(Number(slider.value) + 1));
