"use strict";
(() => {
	const tip = document.getElementById("tip");
	let on = null;

	// show puts the value of a point beside it, and marks the point.
	const show = (spot) => {
		if (on) on.classList.remove("on");
		on = spot;
		tip.hidden = !spot;
		if (!spot) return;
		spot.classList.add("on");
		tip.textContent = spot.dataset.tip;
		const at = spot.getBoundingClientRect();
		const box = tip.getBoundingClientRect();
		const room = document.documentElement.clientWidth - box.width - 6;
		tip.style.left = Math.max(6, Math.min(room, at.left + at.width / 2 - box.width / 2)) + "px";
		tip.style.top = (at.top > box.height + 12 ? at.top - box.height - 8 : at.bottom + 8) + "px";
	};

	// walk is the point an arrow key leads to: along the series, or to the
	// neighbouring series.
	const walk = (spots, from, key) => {
		const i = spots.indexOf(from);
		if (i < 0) return spots[0];
		if (key === "Home") return spots[0];
		if (key === "End") return spots[spots.length - 1];
		if (key === "ArrowRight") return spots[Math.min(i + 1, spots.length - 1)];
		if (key === "ArrowLeft") return spots[Math.max(i - 1, 0)];
		const step = key === "ArrowDown" ? 1 : -1;
		for (let k = i; k >= 0 && k < spots.length; k += step) {
			if (spots[k].dataset.series !== from.dataset.series) return spots[k];
		}
		return from;
	};

	for (const chart of document.querySelectorAll(".chart")) {
		const spots = [...chart.querySelectorAll(".spots circle")];
		for (const spot of spots) {
			const title = spot.querySelector("title");
			spot.dataset.tip = title.textContent;
			title.remove(); // else the browser shows it as well
			spot.addEventListener("pointerenter", () => show(spot));
			spot.addEventListener("pointerleave", () => show(null));
		}
		chart.addEventListener("keydown", (e) => {
			if (e.key === "Escape") return show(null);
			if (!/^(Arrow(Left|Right|Up|Down)|Home|End)$/.test(e.key) || !spots.length) return;
			e.preventDefault();
			show(walk(spots, on, e.key));
		});
		chart.addEventListener("blur", () => show(null));
	}
	addEventListener("scroll", () => { if (on && !on.closest("svg").matches(":focus")) show(null); }, { passive: true });

	// value is what a cell is sorted by: its number, or its text.
	const value = (row, col) => {
		const cell = row.cells[col];
		if (!cell.classList.contains("n")) return cell.textContent.trim();
		return cell.dataset.v === "" ? null : Number(cell.dataset.v);
	};

	// compare orders ascending; cells without a value come last both ways.
	const compare = (a, b, sign) => {
		if (a === null || b === null) return (a === null) - (b === null);
		return sign * (typeof a === "number" ? a - b : a.localeCompare(b, "en", { numeric: true }));
	};

	for (const table of document.querySelectorAll("table.sortable")) {
		const heads = [...table.tHead.rows[0].cells];
		heads.forEach((head, col) => head.querySelector("button").addEventListener("click", () => {
			const down = head.getAttribute("aria-sort") === "ascending";
			for (const h of heads) h.removeAttribute("aria-sort");
			head.setAttribute("aria-sort", down ? "descending" : "ascending");
			const body = table.tBodies[0];
			const rows = [...body.rows].map((row) => [value(row, col), row]);
			rows.sort((a, b) => compare(a[0], b[0], down ? -1 : 1));
			body.append(...rows.map((r) => r[1]));
		}));
	}
})();
