// Fills each <div class="toy" data-query="explorer=sat"> with a button; a click puts the testbed there. All toys of
// the book load the same module, which the browser keeps.
const { up } = document.currentScript.dataset;
for (const toy of document.querySelectorAll(".toy")) {
  const address = `${up}page/index.html?${toy.dataset.query}`;
  const button = document.createElement("button");
  button.textContent = "Play with it here";
  button.addEventListener("click", () => {
    const frame = document.createElement("iframe");
    frame.src = address;
    frame.title = toy.dataset.query;
    const link = document.createElement("a");
    link.href = address;
    link.textContent = "in a page of its own";
    toy.replaceChildren(frame, link);
  });
  toy.append(button);
}
